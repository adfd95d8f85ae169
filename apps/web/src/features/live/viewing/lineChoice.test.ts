import type { LiveLine } from '@parley/api'
import { expect, test } from 'vitest'
import { chosenAddress, createLineLeaving, initialChoice, linesOf, nextLine, soundChoice } from './lineChoice.ts'

const line = (number: number): LiveLine => ({
	alias: `Line ${number}`,
	hlsPullUrl: `https://${number}.example`,
	definitions: [{ name: 'sd', suffix: '/sd.m3u8', bitsPerSecond: 1 }],
})
const data = (count: number) => ({
	lines: Array.from({ length: count }, (_, index) => line(index)),
	defaultSuffix: '/master.m3u8',
	token: '',
})

test('[LIVE-02] a fifth line is not offered', () => {
	expect(linesOf(data(5).lines)).toHaveLength(4)
	expect(nextLine(data(5).lines, { line: 3, definition: 'auto' }).line).toBe(0)
})

test('[LIVE-03] the default suffix is played until a definition is chosen', () => {
	expect(chosenAddress(data(2), initialChoice)).toBe('https://0.example/master.m3u8')
	expect(chosenAddress(data(2), { line: 1, definition: 'sd' })).toBe('https://1.example/sd.m3u8')
	expect(chosenAddress(data(2), { line: 1, definition: 'hd' })).toBe('https://1.example/master.m3u8')
	expect(chosenAddress(data(0), initialChoice)).toBeUndefined()
})

test('the last line is followed by the first', () => {
	expect(nextLine(data(2).lines, { line: 0, definition: 'sd' })).toEqual({ line: 1, definition: 'sd' })
	expect(nextLine(data(1).lines, { line: 0, definition: 'sd' }).line).toBe(0)
})

test('audio only uses the audio rendition, or the smallest definition', () => {
	const [one] = data(1).lines
	const lines = [
		{
			...(one as LiveLine),
			definitions: [
				{ name: 'source', suffix: '/s', bitsPerSecond: 9 },
				{ name: 'fluent', suffix: '/f', bitsPerSecond: 2 },
			] as LiveLine['definitions'],
		},
	]
	expect(soundChoice(lines, initialChoice).definition).toBe('fluent')
	lines[0]?.definitions.push({ name: 'audio', suffix: '/a', bitsPerSecond: 3 })
	expect(soundChoice(lines, initialChoice).definition).toBe('audio')
	expect(soundChoice([], initialChoice)).toEqual(initialChoice)
})

test('unresponsive lines are left at most one every three seconds', () => {
	let nowMs = 0
	const leaving = createLineLeaving(() => nowMs)
	expect([leaving.mayLeave(), leaving.mayLeave()]).toEqual([true, false])
	nowMs = 3_000
	expect(leaving.mayLeave()).toBe(true)
})
