import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type CompilerOptions, compileBundle, paraglideVitePlugin } from '@inlang/paraglide-js'
import format from '@inlang/plugin-message-format'
import type { Plugin } from 'vite'
import { locales } from '../../../contracts/core/src/locales.ts'
import { compiledFolder, type Messages, messageFiles, readMessages } from './messages.ts'

type Bundle = Parameters<typeof compileBundle>[0]['bundle']

export const compilerOptions: CompilerOptions = {
	project: join(import.meta.dirname, '../project.inlang'),
	outdir: compiledFolder,
	strategy: ['globalVariable', 'baseLocale'],
	emitReadme: false,
	emitGitIgnore: false,
	emitPrettierIgnore: false,
}

/** Compiles the messages: all of them for a build; see `liveCompiler` for development. */
export function messageCompiler(): Plugin[] {
	const [compiler] = [paraglideVitePlugin(compilerOptions)].flat()
	if (!compiler) throw new Error('there is no message compiler')
	return [{ ...compiler, apply: 'build' }, liveCompiler(compiler)]
}

/**
 * Compiling all messages takes seconds, and loading the page again as long. Where only texts have changed, those alone
 * are compiled and replaced in the running page.
 */
function liveCompiler(compiler: Plugin): Plugin {
	const compileAll = compiler.watchChange
	if (typeof compileAll !== 'function') throw new Error('the message compiler does not watch')
	const compiledTexts = new Map<string, Messages>()
	return {
		...compiler,
		apply: 'serve',
		configureServer() {
			for (const file of locales.flatMap(messageFiles)) compiledTexts.set(file, readMessages(file))
		},
		async watchChange(path, change) {
			const before = compiledTexts.get(path)
			if (before && change.event === 'update') {
				const after = readMessages(path)
				compiledTexts.set(path, after)
				const locale = localeOf(path)
				const compiled = await compileTexts(readFileSync(compiledFile(locale), 'utf8'), locale, before, after)
				if (compiled !== undefined) return writeFileSync(compiledFile(locale), compiled)
			}
			await compileAll.call(this, path, change)
		},
		transform(code, id) {
			return locales.some(locale => id === compiledFile(locale)) ? replaceable(code) : undefined
		},
	}
}

const compiledFile = (locale: string) => join(compiledFolder, 'messages', `${locale}.js`)
const localeOf = (file: string) => basename(dirname(file))

/**
 * The compiled messages of a locale with its changed texts; undefined where keys or placeholders have changed too, or
 * they were compiled from other texts.
 */
export async function compileTexts(compiled: string, locale: string, before: Messages, after: Messages) {
	if (Object.keys(before).join() !== Object.keys(after).join()) return undefined
	for (const [key, text] of Object.entries(after)) {
		if (text === before[key]) continue
		const [old, changed] = await Promise.all([compileText(locale, key, before[key]), compileText(locale, key, text)])
		if (old.inputs !== changed.inputs || !compiled.includes(old.code)) return undefined
		compiled = compiled.replace(old.code, () => changed.code)
	}
	return compiled
}

async function compileText(locale: string, key: string, text: string | undefined) {
	const settings = { baseLocale: locale, locales: [locale] }
	const content = new TextEncoder().encode(JSON.stringify({ [key]: text }))
	const { bundles, messages, variants } = await format.importFiles({ settings, files: [{ locale, content }] })
	const bundle = { ...bundles[0], messages: [{ ...messages[0], variants }] } as Bundle
	const compiled = compileBundle({ bundle, settings, fallbackMap: {}, messageReferenceExpression: () => '' })
	return { code: compiled.messages[locale]?.code ?? '', inputs: JSON.stringify(bundle.declarations) }
}

/**
 * Compiled messages whose exports are assigned those of a later version, so that whoever imports them has the new texts.
 * The first version stays the one that is imported; it is kept in `hot.data`.
 */
function replaceable(code: string): string {
	const names = [...code.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name)
	return `${code.replaceAll(/^export const /gm, 'export let ')}
if (import.meta.hot) {
	import.meta.hot.data.replace ??= next => { ${names.map(name => `${name} = next.${name};`).join(' ')} }
	import.meta.hot.accept(next => next && import.meta.hot.data.replace(next))
}
`
}
