-- The revision that a thread was resolved with, and by whom and when one that was opened again had been resolved.
ALTER TABLE "Comment" ADD COLUMN "resolvedRevision" INTEGER;
ALTER TABLE "Comment" ADD COLUMN "wasResolved" TEXT;
