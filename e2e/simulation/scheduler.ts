import { setImmediate as settled } from 'node:timers/promises'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Randomness of one run, derived from its seed in the order of requests. */
export interface Chance {
	/** Returns a number from 0 to `max`, both included. */
	upTo(max: number): number
	between(min: number, max: number): number
	/** Returns true once in `times`. */
	oneIn(times: number): boolean
	pick<T>(items: readonly T[]): T
	bytes(count: number): Uint8Array
}

export function createChance(seed: number): Chance {
	const generator = xoroshiro128plus(seed)
	const between = (min: number, max: number) => uniformInt(generator, min, max)
	return {
		between,
		upTo: max => between(0, max),
		oneIn: times => between(1, times) === 1,
		pick: items => {
			const item = items[between(0, items.length - 1)]
			if (item === undefined) throw new Error('nothing to pick from')
			return item
		},
		bytes: count => Uint8Array.from({ length: count }, () => between(0, 255)),
	}
}

interface Task {
	at: number
	order: number
	act(): void
}

/** Clock that stands still while code runs, with the tasks due at each time. */
export interface Scheduler {
	now(): number
	after(ms: number, act: () => void): () => void
	/** Runs due tasks in turn until a time, or until none is left. */
	runUntil(at: number): Promise<void>
}

/** Start of virtual time, so that no run depends on its date. */
const beginning = Date.UTC(2026, 0, 1)

export function createScheduler(): Scheduler {
	let now = beginning
	let order = 0
	const tasks = createHeap()

	return {
		now: () => now,
		after(ms, act) {
			const task: Task = { at: now + Math.max(0, ms), order: order++, act }
			tasks.push(task)
			return () => {
				task.act = nothing
			}
		},
		async runUntil(at) {
			for (let task = tasks.popUntil(at); task; task = tasks.popUntil(at)) {
				now = task.at
				if (task.act === nothing) continue
				task.act()
				// All work that does not wait for time completes before the next task.
				await settled()
			}
			now = Math.max(now, at)
		},
	}
}

const nothing = () => {}

/** Binary heap by time, then by insertion order. */
function createHeap() {
	const heap: Task[] = []
	const isBefore = (a: Task, b: Task) => a.at < b.at || (a.at === b.at && a.order < b.order)
	const at = (index: number) => heap[index] as Task

	function swap(a: number, b: number) {
		const kept = at(a)
		heap[a] = at(b)
		heap[b] = kept
	}

	function sink(from: number) {
		for (let index = from; ; ) {
			const left = 2 * index + 1
			if (left >= heap.length) return
			const right = left + 1
			const child = right < heap.length && isBefore(at(right), at(left)) ? right : left
			if (!isBefore(at(child), at(index))) return
			swap(index, child)
			index = child
		}
	}

	return {
		push(task: Task) {
			heap.push(task)
			for (let index = heap.length - 1; index > 0; ) {
				const parent = (index - 1) >> 1
				if (!isBefore(at(index), at(parent))) return
				swap(index, parent)
				index = parent
			}
		},
		popUntil(limit: number): Task | undefined {
			const first = heap[0]
			if (!first || first.at > limit) return undefined
			const last = heap.pop()
			if (last && heap.length > 0) {
				heap[0] = last
				sink(0)
			}
			return first
		},
	}
}
