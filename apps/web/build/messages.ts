import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { locales } from '../../../contracts/core/src/locales.ts'

const folder = join(import.meta.dirname, '../src/locales')
/** Output folder of the compiler. */
export const compiledFolder = join(folder, 'generated')
const settingsFile = join(import.meta.dirname, '../project.inlang/settings.json')

export type Messages = Record<string, string>

const filesOf = (locale: string) => readdirSync(join(folder, locale)).sort()

/** All messages of a locale by their keys. */
export function messagesOf(locale: string): Messages {
	return Object.assign({}, ...messageFiles(locale).map(readMessages))
}

export const messageFiles = (locale: string): string[] => filesOf(locale).map(file => join(folder, locale, file))

export function readMessages(file: string): Messages {
	const { $schema: _, ...messages } = JSON.parse(readFileSync(file, 'utf8')) as Messages
	return messages
}

/** Messages that a locale lacks, or has empty. */
export function missingMessages(messages: Record<string, Messages>): string[] {
	const keys = new Set(Object.values(messages).flatMap(Object.keys))
	if (keys.size === 0) return ['there are no messages']
	return Object.entries(messages).flatMap(([locale, own]) =>
		[...keys].filter(key => !own[key]).map(key => `${key} is missing in ${locale}`),
	)
}

/** Lists differences between project.inlang/settings.json, which the compiler reads, and the locales and their files. */
export function settingsFaults(): string[] {
	const settings = readFileSync(settingsFile, 'utf8')
	const listed: string[] = JSON.parse(settings).locales
	const files = [...new Set(locales.flatMap(filesOf))]
	return [
		...(listed.join() === locales.join()
			? []
			: [`locales are ${listed.join()}, and ${locales.join()} in contracts/core`]),
		...files.filter(file => !settings.includes(`{locale}/${file}"`)).map(file => `${file} is not listed`),
	].map(fault => `project.inlang/settings.json: ${fault}`)
}

/** Fails the build where a message is missing in a locale. */
export function completeMessages(): Plugin {
	return {
		name: 'parley:complete-messages',
		apply: 'build',
		buildStart() {
			const messages = Object.fromEntries(locales.map(locale => [locale, messagesOf(locale)]))
			const faults = [...missingMessages(messages), ...settingsFaults()]
			if (faults.length > 0) this.error(faults.join('\n'))
		},
	}
}
