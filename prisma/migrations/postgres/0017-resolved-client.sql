-- The client or key through which a thread was resolved.
ALTER TABLE "Comment" ADD COLUMN "resolvedClient" TEXT;
