import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Settings {
	baseLocale: string
	locales: string[]
	'plugin.inlang.messageFormat': { pathPattern: string[] }
}

interface Language {
	locale: string
	/** Names of its message files. */
	files: string[]
	/** Text by key; a message with variants is an object. */
	messages: Map<string, unknown>
	/** Keys that are in more than one file. */
	repeated: string[]
}

/**
 * Compares the message files of all languages.
 * @param web the folder of the page: `project.inlang/settings.json` and `src/locales/<locale>/*.json`
 * @returns the differences, one line each
 */
export function compareMessages(web: string): string[] {
	const settings: Settings = JSON.parse(readFileSync(join(web, 'project.inlang/settings.json'), 'utf8'))
	const base = readLanguage(web, settings.baseLocale)
	const others = settings.locales
		.filter(locale => locale !== settings.baseLocale)
		.map(locale => readLanguage(web, locale))
	return [
		...[base, ...others].flatMap(({ locale, repeated }) => repeated.map(key => `${key} is in two files of ${locale}`)),
		...unlistedFiles([base, ...others], settings),
		...(base.messages.size === 0 ? [`no messages in ${base.locale}`] : []),
		...others.flatMap(other => differences(base, other)),
	]
}

function readLanguage(web: string, locale: string): Language {
	const folder = join(web, 'src/locales', locale)
	const files = readdirSync(folder).sort()
	const messages = new Map<string, unknown>()
	const repeated: string[] = []
	for (const file of files) {
		const { $schema, ...texts } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
		for (const [key, text] of Object.entries(texts)) {
			if (messages.has(key)) repeated.push(key)
			messages.set(key, text)
		}
	}
	return { locale, files, messages, repeated }
}

/** The compiler silently omits files that the settings don't list. */
function unlistedFiles(languages: Language[], settings: Settings): string[] {
	const patterns = settings['plugin.inlang.messageFormat'].pathPattern
	const files = new Set(languages.flatMap(language => language.files))
	return [...files]
		.filter(file => !patterns.some(path => path.endsWith(`{locale}/${file}`)))
		.map(file => `${file} is not in project.inlang/settings.json`)
}

function differences(base: Language, other: Language): string[] {
	const missing = (from: Language, to: Language) =>
		[...from.messages.keys()].filter(key => !to.messages.has(key)).map(key => `${key} is missing in ${to.locale}`)
	const empty = [...other.messages]
		.filter(([, text]) => text === '')
		.map(([key]) => `${key} is empty in ${other.locale}`)
	const shared = [...base.messages.keys()].filter(key => other.messages.has(key))
	const differing = shared.flatMap(key => {
		const [ours, theirs] = [parameters(base.messages.get(key)), parameters(other.messages.get(key))]
		if (ours === theirs) return []
		return [`${key} has the parameters ${ours || 'none'} in ${base.locale}, ${theirs || 'none'} in ${other.locale}`]
	})
	return [...missing(base, other), ...missing(other, base), ...empty, ...differing]
}

/** "A, B and 3 more" (`more`) may be "A, B, 5 in all" (`count`) in another language; callers pass both. */
const alternatives = new Map([['more', 'count']])

/** Returns the names in braces; a message with variants has them in each of its texts. */
function parameters(message: unknown): string {
	const found = JSON.stringify(message).matchAll(/\{\s*(\w+)\s*\}/g)
	const names = [...found].map(([, name = '']) => alternatives.get(name) ?? name)
	return [...new Set(names)].sort().join(', ')
}

if (import.meta.main) {
	const problems = compareMessages(fileURLToPath(new URL('../apps/web', import.meta.url)))
	for (const problem of problems) console.error(problem)
	process.exitCode = problems.length === 0 ? 0 : 1
}
