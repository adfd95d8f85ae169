import { type CommandContext, type CommandResult, failure, success } from '../../../platform/command.ts'
import { createSqlSiteStore, findSite, refusedWordsLimits } from '../../site/index.ts'
import { comparableText, createFindWord } from '../messages/wordFilter.ts'

const follows = 'A running server applies it within seconds.'
const counted = (count: number): string => (count === 1 ? '1 word' : `${count} words`)

export async function listWords(context: CommandContext, host: string | undefined): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const words = site.value.settings.refusedWords
	if (words.length === 0) return success(`No words are refused on ${site.value.host}.`)
	return success(...words)
}

/** Words are stored in the form that is compared, so that variants in case or width are not stored twice. */
export async function addWords(
	context: CommandContext,
	host: string | undefined,
	given: readonly string[],
): Promise<CommandResult> {
	const words = given.map(comparableText).filter(word => word !== '')
	if (words.length === 0) return failure('Name words, or a file with --file')
	const long = words.find(word => word.length > refusedWordsLimits.length)
	if (long !== undefined) return failure(`"${long}" has more than ${refusedWordsLimits.length} characters`)
	return await changeWords(context, host, 'added', known => [...new Set([...known, ...words])])
}

export async function removeWords(
	context: CommandContext,
	host: string | undefined,
	given: readonly string[] | 'all',
): Promise<CommandResult> {
	if (given.length === 0) return failure('Name words, or use --all')
	const removed = given === 'all' ? undefined : new Set(given.map(comparableText))
	return await changeWords(context, host, 'removed', known => (removed ? known.filter(word => !removed.has(word)) : []))
}

async function changeWords(
	context: CommandContext,
	host: string | undefined,
	done: 'added' | 'removed',
	change: (known: readonly string[]) => string[],
): Promise<CommandResult> {
	return await context.inTransaction(async inside => {
		const site = await findSite(inside, host)
		if (!site.ok) return site
		const { id, settings } = site.value
		const refusedWords = change(settings.refusedWords).sort()
		const { count } = refusedWordsLimits
		if (refusedWords.length > count)
			return failure(`A site can refuse ${count} words at most; you gave ${refusedWords.length}`)
		await createSqlSiteStore(inside.db).saveSettings(id, { ...settings, refusedWords })
		const difference = Math.abs(refusedWords.length - settings.refusedWords.length)
		return success(`${site.value.host}: ${counted(difference)} ${done}, ${refusedWords.length} in all. ${follows}`)
	})
}

export async function testWords(
	context: CommandContext,
	host: string | undefined,
	text: string,
): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const word = createFindWord(site.value.settings.refusedWords)(text)
	return success(word === undefined ? 'It would be sent.' : `It would be refused: "${word}".`)
}
