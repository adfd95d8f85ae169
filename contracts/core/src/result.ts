/** The answer of an operation the caller is expected to handle both ways. */
export type Result<T, F> = { ok: true; value: T } | { ok: false; failure: F }

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value })
export const refused = <const F extends string>(failure: F): Result<never, F> => ({ ok: false, failure })

/** Compile-time proof that a switch left nothing out. */
export function unreachable(value: never): never {
	throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
