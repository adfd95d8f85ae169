import {
	type AddCommands,
	type CommandContext,
	type CommandResult,
	commandGroup,
	success,
} from '../platform/command.ts'
import { removePublishedPasswords } from './publishedPasswords.ts'

/** Adds `parley demo …`. */
export const addDemoCommands: AddCommands = (parley, { withContext }) => {
	const demo = commandGroup(parley, 'demo').description('the demo data')
	demo
		.command('close')
		.description('remove the published password from the demo people, and sign them out')
		.action(() => withContext(closeDemo))
}

/** Removes the published password from the demo people, so that the server can be opened to other machines. */
async function closeDemo({ db }: CommandContext): Promise<CommandResult> {
	const count = await removePublishedPasswords(db)
	if (count === 0) return success('No demo account uses the published password.')
	return success(`${count} demo accounts no longer have a password and are signed out. Their meetings remain.`)
}
