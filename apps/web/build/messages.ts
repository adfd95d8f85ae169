import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const locales = new URL('../src/locales/', import.meta.url)
const settings = new URL('../project.inlang/settings.json', import.meta.url)

type Messages = Record<string, string>

const nouns = (locale: string) => readdirSync(new URL(`${locale}/`, locales)).sort()

export function messagesOf(locale: string): Messages {
	const files = nouns(locale).map(file => JSON.parse(readFileSync(new URL(`${locale}/${file}`, locales), 'utf8')))
	const { $schema, ...messages } = Object.assign({}, ...files) as Messages
	return messages
}

/** What is wrong with the wording as a whole; nothing where every message is there in both languages. */
export function wordingFaults(zh: Messages, en: Messages): string[] {
	const without = (have: Messages, other: Messages, name: string) =>
		Object.keys(have)
			.filter(key => !other[key])
			.map(key => `${key} is missing in ${name}`)
	const none = Object.keys(zh).length === 0 ? ['there are no messages'] : []
	return [...none, ...without(zh, en, 'en'), ...without(en, zh, 'zh')]
}

/** A file of words the compiler was not told of would be silently left out. */
export function unlistedFiles(): string[] {
	const listed = readFileSync(settings, 'utf8')
	return [...new Set([...nouns('zh'), ...nouns('en')])].filter(file => !listed.includes(`{locale}/${file}"`))
}

/** Fails the build where a message lacks one of its languages. */
export function completeMessages(): Plugin {
	return {
		name: 'parley:messages',
		apply: 'build',
		buildStart() {
			const faults = [
				...wordingFaults(messagesOf('zh'), messagesOf('en')),
				...unlistedFiles().map(file => `${file} is not listed in project.inlang/settings.json`),
			]
			if (faults.length > 0) this.error(faults.join('\n'))
		},
	}
}
