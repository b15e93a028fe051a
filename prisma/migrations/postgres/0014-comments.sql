-- Comments: threads pinned to elements, points and views of a model, with replies. A thread's first comment has its number.
CREATE TABLE "Comment" (
    "modelId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "number" INTEGER,
    "seq" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "authorId" TEXT,
    "authorName" TEXT,
    "via" TEXT NOT NULL,
    "client" TEXT,
    "text" TEXT,
    "mentions" TEXT NOT NULL,
    "elements" TEXT NOT NULL,
    "foreign" TEXT,
    "point" TEXT,
    "view" TEXT,
    "viewport" TEXT,
    "markup" TEXT,
    "assigneeId" TEXT,
    "due" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "changedAt" TIMESTAMP(3),
    "deletedAt" TIMESTAMP(3),
    "resolvedAt" TIMESTAMP(3),
    "resolvedBy" TEXT,

    CONSTRAINT "Comment_pkey" PRIMARY KEY ("modelId", "id"),
    CONSTRAINT "Comment_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "Comment_modelId_seq_idx" ON "Comment"("modelId", "seq");
CREATE INDEX "Comment_modelId_threadId_idx" ON "Comment"("modelId", "threadId");
CREATE INDEX "Comment_modelId_number_idx" ON "Comment"("modelId", "number");
CREATE INDEX "Comment_deletedAt_idx" ON "Comment"("deletedAt");
