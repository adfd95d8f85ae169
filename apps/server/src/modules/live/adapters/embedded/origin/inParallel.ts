/** Acts on all items, on at most `atOnce` at a time. @throws the first error, after which no further item is begun */
export async function inParallel<T>(
	items: Iterable<T>,
	atOnce: number,
	act: (item: T) => Promise<unknown>,
): Promise<void> {
	const remaining = items[Symbol.iterator]()
	let hasFailed = false
	async function work() {
		for (let next = remaining.next(); !next.done && !hasFailed; next = remaining.next()) {
			try {
				await act(next.value)
			} catch (error) {
				hasFailed = true
				throw error
			}
		}
	}
	const workers = await Promise.allSettled(Array.from({ length: atOnce }, work))
	for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
}
