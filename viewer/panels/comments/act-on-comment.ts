/** Asks the server for something; then the list is asked for anew. Whether it was done. */
export type ActOnComment = (operation: string, input: object, done: string) => Promise<boolean>
