type AsyncMethod = (...given: never[]) => Promise<unknown>
type PagesMethod = (...given: never[]) => AsyncGenerator
type NameOf<P, M> = { [N in keyof P]: P[N] extends M ? N : never }[keyof P]
/** No parameters, or one that is never passed. */
type Complete<Missing> = [Missing] extends [never] ? [] : [missing: Missing]

/**
 * Methods of a part that is loaded when one of `calls` is called, or when the first of `pages` is requested. A method of the
 * part that is in neither list does not compile.
 */
export function lazyMethods<P, C extends NameOf<P, AsyncMethod>, G extends NameOf<P, PagesMethod>>(
	part: () => Promise<P>,
	calls: readonly C[],
	pages: readonly G[],
	..._complete: Complete<Exclude<keyof P, C | G>>
): Pick<P, C | G> {
	const methods = {} as Record<C | G, AsyncMethod | PagesMethod>
	for (const name of calls) methods[name] = async (...given) => ((await part())[name] as AsyncMethod)(...given)
	for (const name of pages)
		methods[name] = async function* (...given) {
			yield* ((await part())[name] as PagesMethod)(...given)
		}
	return methods as unknown as Pick<P, C | G>
}
