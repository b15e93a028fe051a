/** Where the page of errors has the code of a problem, or a type of 422. */
export const anchorOf = (code: string): string => code.replaceAll('_', '-')
