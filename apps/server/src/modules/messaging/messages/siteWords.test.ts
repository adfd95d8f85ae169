import { ImAppId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createManualTimers } from '../testing/manualTimers.ts'
import { createSiteWords } from './siteWords.ts'

const one = v.parse(ImAppId, 'one')
const two = v.parse(ImAppId, 'two')

async function started(words: Map<ImAppId, string[]>) {
	const timers = createManualTimers()
	const errors: unknown[] = []
	let failure: Error | undefined
	const siteWords = createSiteWords({
		async readWords() {
			if (failure) throw failure
			return [...words].map(([appId, list]) => ({ appId, words: [...list] }))
		},
		timers,
		onError: error => void errors.push(error),
	})
	await siteWords.start()
	return { siteWords, timers, errors, failWith: (error: Error | undefined) => (failure = error) }
}

test('each application refuses its own words, from the start', async () => {
	const { siteWords } = await started(new Map([[one, ['casino']]]))
	expect(siteWords.refuses(one, 'the Casino')).toBe(true)
	expect(siteWords.refuses(one, 'the opera')).toBe(false)
	expect(siteWords.refuses(two, 'the Casino')).toBe(false)
})

test('a change of the list counts within five seconds', async () => {
	const words = new Map([[one, ['casino']]])
	const { siteWords, timers } = await started(words)
	words.set(one, ['opera'])
	await timers.advance(5_000)
	expect(siteWords.refuses(one, 'the casino')).toBe(false)
	expect(siteWords.refuses(one, 'the opera')).toBe(true)
})

test('if the list cannot be read, the last one applies, and reading is retried', async () => {
	const words = new Map([[one, ['casino']]])
	const { siteWords, timers, errors, failWith } = await started(words)
	failWith(new Error('no database'))
	await timers.advance(5_000)
	expect(siteWords.refuses(one, 'casino')).toBe(true)
	expect(errors).toHaveLength(1)
	failWith(undefined)
	words.set(one, [])
	await timers.advance(5_000)
	expect(siteWords.refuses(one, 'casino')).toBe(false)
})

test('a stopped reader reads no more', async () => {
	const words = new Map([[one, ['casino']]])
	const { siteWords, timers } = await started(words)
	siteWords.stop()
	words.set(one, [])
	await timers.advance(20_000)
	expect(siteWords.refuses(one, 'casino')).toBe(true)
})
