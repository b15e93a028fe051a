-- A login is its provider's issuer and subject: an equal subject of another issuer is somebody else. Empty where the provider has no issuer, and
-- in rows from before, which get theirs at the next sign-in.
ALTER TABLE "Account" ADD COLUMN "issuer" TEXT NOT NULL DEFAULT '';
-- The address that the provider says, and when somebody last came by it.
ALTER TABLE "Account" ADD COLUMN "email" TEXT;
ALTER TABLE "Account" ADD COLUMN "lastSignInAt" DATETIME;
DROP INDEX "Account_provider_providerAccountId_key";
CREATE UNIQUE INDEX "Account_provider_issuer_providerAccountId_key" ON "Account"("provider", "issuer", "providerAccountId");
-- By which login a session came, the provider's name of its own session, and the ID token, encrypted, where signing out there needs it.
ALTER TABLE "SignIn" ADD COLUMN "loginId" TEXT;
ALTER TABLE "SignIn" ADD COLUMN "providerSid" TEXT;
ALTER TABLE "SignIn" ADD COLUMN "idToken" TEXT;
CREATE INDEX "SignIn_loginId_idx" ON "SignIn"("loginId");
-- A password that counts although the server takes none: a guest's, or one that the administrator made possible.
ALTER TABLE "User" ADD COLUMN "keepsPassword" BOOLEAN NOT NULL DEFAULT false;
