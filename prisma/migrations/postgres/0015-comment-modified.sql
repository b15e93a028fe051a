-- When a thread itself was last changed, its text, status, assignee, due day or view: of two files the later one counts.
ALTER TABLE "Comment" ADD COLUMN "modifiedAt" TIMESTAMP(3);
