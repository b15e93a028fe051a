-- The bin: a model lies there since `deletedAt` and goes for good at `purgeAt`. And what an edit consisted of.
ALTER TABLE "ConstructModel" ADD COLUMN "deletedAt" TIMESTAMP(3);
ALTER TABLE "ConstructModel" ADD COLUMN "purgeAt" TIMESTAMP(3);
CREATE INDEX "ConstructModel_purgeAt_idx" ON "ConstructModel"("purgeAt");
ALTER TABLE "ConstructModelRevision" ADD COLUMN "ops" TEXT;
