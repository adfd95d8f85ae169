import { ok, type Result } from '@parley/core'
import { createStore } from 'zustand/vanilla'

/** What a call has answered so far, page by page; one that knows no pages answers with a single one. */
export interface Answers<T, F> {
	/** Nothing before the first answer. */
	pages: readonly T[] | undefined
	/** What is being asked for. */
	asking: Part | undefined
	/** What came to nothing last; a new object each time. What was there before stays. */
	failed: { part: Part; failure: F } | undefined
}

export type Part = 'whole' | 'next'

export interface Question<T, F> {
	/** Pages are counted from 1. */
	ask(page: number, signal: AbortSignal): Promise<Result<T, F>>
	/** Whether a page comes after this one. */
	hasNext?(last: T): boolean
}

/** Everything outside that keeping answers touches. */
export interface KeepOutside {
	/** The page comes back to the front. */
	onFront(act: () => void): () => void
	/** The server can be reached again. */
	onReachable(act: () => void): () => void
	after(ms: number, act: () => void): () => void
	/** Nobody has looked for a while. */
	forget(): void
}

export interface Kept<T, F> {
	get(): Answers<T, F>
	/** Whoever begins to watch has it asked for again, with what is known in sight meanwhile. */
	subscribe(changed: () => void): () => void
	/** Asks for all the pages there are. */
	again(): Promise<void>
	/** Asks for the first page alone, which then is the whole answer. */
	refresh(): Promise<void>
	/** Asks for the page after the last. */
	more(): Promise<void>
}

export const forgetAfterMs = 300_000

/** Keeps what a call answers. A newer question calls off the older one, so no late answer overwrites a fresh one. */
export function keep<T, F>({ ask, hasNext }: Question<T, F>, outside: KeepOutside): Kept<T, F> {
	const store = createStore<Answers<T, F>>(() => ({ pages: undefined, asking: undefined, failed: undefined }))
	const { getState: get, setState: set } = store
	let current: AbortController | undefined
	let watchers = 0
	const forgetLater = () => [outside.after(forgetAfterMs, outside.forget)]
	let stops = forgetLater()

	const isEnd = (last: T | undefined) => last !== undefined && !hasNext?.(last)

	/** Goes on from the pages given until there are so many, or no more. */
	async function gather(before: readonly T[], count: number, signal: AbortSignal): Promise<Result<T[], F>> {
		const pages = [...before]
		while (pages.length < count && !isEnd(pages.at(-1)) && !signal.aborted) {
			const answer = await ask(pages.length + 1, signal)
			if (!answer.ok) return answer
			pages.push(answer.value)
		}
		return ok(pages)
	}

	async function load(part: Part) {
		current?.abort()
		const mine = new AbortController()
		current = mine
		const { pages, failed } = get()
		set({ asking: part, failed: pages && failed })
		const before = part === 'next' && pages ? pages : []
		const count = part === 'next' ? before.length + 1 : (pages?.length ?? 1)
		const answer = await gather(before, count, mine.signal)
		if (current !== mine) return
		current = undefined
		set({
			asking: undefined,
			...(answer.ok ? { pages: answer.value, failed: undefined } : { failed: { part, failure: answer.failure } }),
		})
	}

	const loadIfIdle = () => void (current ?? load('whole'))

	function stop() {
		for (const act of stops) act()
	}

	function leave() {
		stop()
		current?.abort()
		current = undefined
		set({ asking: undefined })
		stops = forgetLater()
	}

	return {
		get,
		subscribe(changed) {
			const unwatch = store.subscribe(changed)
			watchers++
			if (watchers === 1) {
				stop()
				stops = [outside.onFront(loadIfIdle), outside.onReachable(() => get().failed && loadIfIdle())]
			}
			loadIfIdle()
			return () => {
				unwatch()
				watchers--
				if (watchers === 0) leave()
			}
		},
		again: () => load('whole'),
		refresh() {
			set(({ pages }) => ({ pages: pages?.slice(0, 1), failed: undefined }))
			return load('whole')
		},
		async more() {
			const { pages, asking } = get()
			if (pages && asking !== 'next' && !isEnd(pages.at(-1))) await load('next')
		},
	}
}
