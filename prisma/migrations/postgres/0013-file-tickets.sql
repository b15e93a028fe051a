-- Links by which an app's user gets a file of a model, or sends one.
CREATE TABLE "FileTicket" (
    "userId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "clientId" TEXT,
    "clientName" TEXT,
    "sessionVersion" INTEGER NOT NULL,
    "options" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "outcome" TEXT,

    CONSTRAINT "FileTicket_pkey" PRIMARY KEY ("userId", "hash")
);
CREATE INDEX "FileTicket_expiresAt_idx" ON "FileTicket"("expiresAt");
