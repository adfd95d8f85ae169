/** Why the server does not start, as one sentence for the operator with what to do; shown without a stack. */
export class StartError extends Error {}
