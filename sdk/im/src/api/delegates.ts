import type { IMContext } from './context.ts'
import type { HistoryAnswer, HistoryOptions, HistoryRange } from './pages.ts'

type AsyncMethod = (...given: never[]) => Promise<unknown>
type CallName<P> = { [N in keyof P]: P[N] extends AsyncMethod ? N : never }[keyof P]

/** Methods of a part that is loaded when one of them is called. */
export function laterCalls<P, N extends CallName<P>>(names: readonly N[], part: () => Promise<P>): Pick<P, N> {
	const methods = {} as Record<N, AsyncMethod>
	for (const name of names) methods[name] = async (...given) => ((await part())[name] as AsyncMethod)(...given)
	return methods as unknown as Pick<P, N>
}

/** Pages of a part that is loaded when the first of them is asked for. */
export async function* laterPages<A>(open: () => Promise<AsyncGenerator<A>>): AsyncGenerator<A> {
	yield* await open()
}

export const historyOf = <A extends HistoryAnswer>(
	{ part }: IMContext,
	options: HistoryOptions,
	ask: (range: HistoryRange) => Promise<A>,
): AsyncGenerator<A> => laterPages(async () => (await part('calls')).historyPages(options, ask))
