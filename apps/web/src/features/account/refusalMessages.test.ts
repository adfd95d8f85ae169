import { expect, test } from 'vitest'

const files = import.meta.glob<Record<string, string>>('../../locales/*/{account,social}.json', {
	eager: true,
	import: 'default',
})
const read = (language: string, noun: string) => files[`../../locales/${language}/${noun}.json`] ?? {}

test.each(['account', 'social'])('[HTTP-16] every refusal of %s has a message of its own in both languages', noun => {
	for (const language of ['zh', 'en']) {
		const messages = Object.entries(read(language, noun)).filter(([key]) => /_(says|error)_/.test(key))
		expect(messages.length).toBeGreaterThan(10)
		expect(new Set(messages.map(([, text]) => text)).size).toBe(messages.length)
	}
	expect(Object.keys(read('zh', noun))).toEqual(Object.keys(read('en', noun)))
})
