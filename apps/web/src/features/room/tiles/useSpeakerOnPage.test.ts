import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { swapSeats } from './seats.ts'
import { findSilent } from './swapOnSpeech.ts'
import { useSpeakerOnPage } from './useSpeakerOnPage.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const silent = (shown: string, speaking = '', spokeAt: [string, number][] = [], keeps = '') =>
	findSilent(
		{ shown: [...shown], speaking: new Set(speaking), spokeAt: new Map(spokeAt), keeps: new Set(keeps) },
		100_000,
	)

test('[ROOM-231] who has been silent for longest gives the place, of several the last; who spoke within ten seconds does not', () => {
	expect(silent('abc')).toBe('c')
	expect(silent('abc', 'c')).toBe('b')
	expect(silent('abc', '', [['c', 50_000]])).toBe('b')
	expect(
		silent('ab', '', [
			['a', 80_000],
			['b', 70_000],
		]),
	).toBe('b')
	expect(silent('ab', 'b', [['a', 95_000]])).toEqual({ waitMs: 5_000 })
	expect(silent('ab', 'ab')).toEqual({ waitMs: 10_000 })
	expect(silent('abc', '', [], 'bc')).toBe('a')
	expect(silent('ab', '', [], 'ab')).toBeUndefined()
	expect(silent('')).toBeUndefined()
})

test('[ROOM-231] two change places, and nobody else moves', () => {
	expect(swapSeats(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'c', 'b'])
})

/** People on two pages: of the order, the first two are shown. */
function twoPages() {
	let order = [...'abcd']
	let kept: string[] = []
	const swaps: string[] = []
	const propsFor = (speaking: string) => ({
		shown: order.slice(0, 2),
		hidden: order.slice(2),
		speaking: new Set(speaking),
		getKept: () => new Set(kept),
		onSwap(speaker: string, silent: string) {
			swaps.push(speaker + silent)
			order = swapSeats(order, speaker, silent)
		},
	})
	const { rerender, unmount } = renderHook(useSpeakerOnPage, { initialProps: propsFor('') })
	return {
		speak(speaking: string, ms: number) {
			rerender(propsFor(speaking))
			vi.advanceTimersByTime(ms)
			rerender(propsFor(speaking))
			return swaps.splice(0)
		},
		keep(ids: string) {
			kept = [...ids]
		},
		unmount,
	}
}

test('[ROOM-231] a person on another page comes after a second of speech, and nobody for a cough', () => {
	const { speak } = twoPages()
	expect(speak('c', 900)).toEqual([])
	expect(speak('', 900)).toEqual([])
	expect(speak('c', 1_000)).toEqual(['cb'])
	// Now on the page, who speaks moves nobody.
	expect(speak('c', 20_000)).toEqual([])
	expect(speak('a', 20_000)).toEqual([])
})

test('[ROOM-231] there is at most one swap in two seconds', () => {
	const { speak } = twoPages()
	expect(speak('c', 1_000)).toEqual(['cb'])
	expect(speak('d', 1_900)).toEqual([])
	expect(speak('d', 100)).toEqual(['da'])
})

test('[ROOM-231] while all on the page speak, the speaker waits until one has been silent for ten seconds', () => {
	const { speak } = twoPages()
	expect(speak('abc', 1_000)).toEqual([])
	expect(speak('bc', 9_000)).toEqual([])
	expect(speak('bc', 3_000)).toEqual(['ca'])
})

test('[ROOM-231] raised hands and the focus keep their places, and nothing is swapped after leaving', () => {
	const { speak, keep, unmount } = twoPages()
	keep('ab')
	expect(speak('c', 5_000)).toEqual([])
	keep('b')
	expect(speak('c', 1_000)).toEqual(['ca'])
	speak('', 3_000)
	speak('d', 500)
	unmount()
	vi.advanceTimersByTime(5_000)
	expect(vi.getTimerCount()).toBe(0)
})
