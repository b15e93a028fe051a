-- What somebody does not want to be told by mail: requests, invitations, or both with a space between.
ALTER TABLE "User" ADD COLUMN "mailsOff" TEXT NOT NULL DEFAULT '';
