-- People: roles and invitations, share links, what happened to a model, what somebody is to be told, links by mail.
ALTER TABLE "ConstructModel" ADD COLUMN "accessSeq" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ConstructModel" ADD COLUMN "commentSeq" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ConstructModel" ADD COLUMN "commentNumber" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ConstructModel" ADD COLUMN "deletedBy" TEXT;
ALTER TABLE "ConstructModel" ADD COLUMN "copiedFrom" TEXT;
ALTER TABLE "User" ADD COLUMN "closedAt" DATETIME;
CREATE TABLE "Collaborator" (
    "modelId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "addedBy" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("modelId", "userId"),
    CONSTRAINT "Collaborator_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "Collaborator_userId_idx" ON "Collaborator"("userId");
CREATE TABLE "Invitation" (
    "modelId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "message" TEXT,
    "invitedBy" TEXT NOT NULL,
    "mailed" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "acceptedAt" DATETIME,
    "acceptedBy" TEXT,
    "endedAt" DATETIME,

    PRIMARY KEY ("modelId", "hash"),
    CONSTRAINT "Invitation_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "Invitation_email_idx" ON "Invitation"("email");
CREATE TABLE "AccessRequest" (
    "modelId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "message" TEXT,
    "createdAt" DATETIME NOT NULL,
    "answeredAt" DATETIME,
    "role" TEXT,

    PRIMARY KEY ("modelId", "userId"),
    CONSTRAINT "AccessRequest_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE TABLE "ShareLink" (
    "modelId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "passwordHash" TEXT,
    "origins" TEXT NOT NULL,
    "comments" BOOLEAN NOT NULL,
    "revision" INTEGER,
    "createdBy" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "revokedAt" DATETIME,
    "opens" INTEGER NOT NULL DEFAULT 0,
    "lastOpenedAt" DATETIME,

    PRIMARY KEY ("modelId", "hash"),
    CONSTRAINT "ShareLink_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX "ShareLink_modelId_id_key" ON "ShareLink"("modelId", "id");
CREATE TABLE "ModelActivity" (
    "modelId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "userId" TEXT,
    "via" TEXT NOT NULL,
    "client" TEXT,
    "action" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    PRIMARY KEY ("modelId", "id"),
    CONSTRAINT "ModelActivity_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "ModelActivity_modelId_at_idx" ON "ModelActivity"("modelId", "at");
CREATE TABLE "Notification" (
    "userId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "kind" TEXT NOT NULL,
    "modelId" TEXT,
    "data" TEXT NOT NULL,
    "readAt" DATETIME,

    PRIMARY KEY ("userId", "id")
);
CREATE INDEX "Notification_at_idx" ON "Notification"("at");
CREATE TABLE "UserToken" (
    "userId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,

    PRIMARY KEY ("userId", "hash")
);
CREATE INDEX "UserToken_expiresAt_idx" ON "UserToken"("expiresAt");
