-- Branches of a refresh token that was shown again: of a refresh token the one that bought it, of an access token the refresh token that came
-- with it. Ended: another branch was used after the window.
ALTER TABLE "OAuthToken" ADD COLUMN "parent" TEXT;
ALTER TABLE "OAuthToken" ADD COLUMN "ended" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "OAuthToken_parent_idx" ON "OAuthToken"("parent");

-- Accounts from which somebody takes no shares, invitations or requests.
CREATE TABLE "Block" (
    "userId" TEXT NOT NULL,
    "blockedId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("userId", "blockedId")
);
CREATE INDEX "Block_blockedId_idx" ON "Block"("blockedId");

-- Requests that a role given in another way had not answered, and those of who became the owner.
DELETE FROM "AccessRequest" WHERE EXISTS (
    SELECT 1 FROM "ConstructModel" WHERE "ConstructModel"."id" = "AccessRequest"."modelId" AND "ConstructModel"."ownerId" = "AccessRequest"."userId"
);
UPDATE "AccessRequest" SET "answeredAt" = "createdAt", "role" = (
    SELECT "Collaborator"."role" FROM "Collaborator"
    WHERE "Collaborator"."modelId" = "AccessRequest"."modelId" AND "Collaborator"."userId" = "AccessRequest"."userId"
) WHERE "answeredAt" IS NULL AND EXISTS (
    SELECT 1 FROM "Collaborator"
    WHERE "Collaborator"."modelId" = "AccessRequest"."modelId" AND "Collaborator"."userId" = "AccessRequest"."userId"
);
