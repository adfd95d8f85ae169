import { readFileSync, statSync } from 'node:fs'
import { ok, refused } from '@parley/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FlvTag } from '../../modules/live/adapters/index.ts'
import { isHeader, isKeyFrame } from '../../modules/live/adapters/testing/film.ts'
import { createLoopedFilm, filmMs, type LoopedFilm } from './loopedFilm.ts'

let tags: FlvTag[]
let publishers: number
let isBusy: boolean
let closed: number
let film: LoopedFilm

beforeEach(() => {
	vi.useFakeTimers()
	tags = []
	publishers = 0
	closed = 0
	isBusy = false
	const publish = () => {
		if (isBusy) return refused('busy' as const)
		publishers++
		let end = () => {}
		return ok({
			push: (tag: FlvTag) => void tags.push(tag),
			pushBytes() {},
			close() {
				closed++
				end()
			},
			onEnd: (listener: () => void) => {
				end = listener
			},
		})
	}
	film = createLoopedFilm({ publish } as never, () => Date.now())
})
afterEach(() => {
	film.stop()
	vi.useRealTimers()
})

test('the film is small, and drawn by the script beside it', () => {
	expect(statSync(new URL('demoFilm.flv', import.meta.url)).size).toBeLessThan(2_000_000)
	expect(readFileSync(new URL('drawDemoFilm.sh', import.meta.url), 'utf8')).toContain('demoFilm.flv')
})

test('a viewer finds two seconds at once, and then the film in real time, round after round', async () => {
	film.watched('abc')
	expect(tags.filter(isHeader)).toHaveLength(2)
	expect(tags.filter(isKeyFrame).length).toBeGreaterThanOrEqual(2)
	expect(tags.at(-1)?.timestampMs).toBeGreaterThan(1_900)
	for (let i = 0; i < 20; i++) {
		await vi.advanceTimersByTimeAsync(1_000)
		film.watched('abc')
	}
	expect(publishers).toBe(1)
	const times = tags.filter(tag => tag.type === 'video' && !isHeader(tag)).map(({ timestampMs }) => timestampMs)
	expect(times.at(-1)).toBeGreaterThan(filmMs + 5_500)
	expect(new Set(times.slice(1).map((ms, i) => ms - (times[i] as number)))).toEqual(new Set([40]))
})

test('a minute after the last viewer it stops, and begins again with the next', async () => {
	film.watched('abc')
	await vi.advanceTimersByTimeAsync(59_000)
	expect(closed).toBe(0)
	await vi.advanceTimersByTimeAsync(2_000)
	expect(closed).toBe(1)
	const before = tags.length
	await vi.advanceTimersByTimeAsync(10_000)
	expect(tags.length).toBe(before)
	film.watched('abc')
	expect(publishers).toBe(2)
})

test('does not publish if another publisher is active', () => {
	isBusy = true
	film.watched('abc')
	expect(film.publishOnce('abc')).toBe(false)
	expect(tags).toEqual([])
	isBusy = false
	expect(film.publishOnce('abc')).toBe(true)
	expect(closed).toBe(1)
	expect(tags.at(-1)?.timestampMs).toBeGreaterThan(filmMs - 100)
})
