import type { AdminContext } from './adminContext.ts'
import { type CommandResult, success } from './adminEnvironment.ts'

/** Removes the published password from the demo people, so that the server can be opened to other machines. */
export async function closeDemo(context: AdminContext): Promise<CommandResult> {
	const count = await context.removePublishedPasswords()
	if (count === 0) return success('No demo account uses the published password.')
	return success(`${count} demo accounts no longer have a password and are signed out. Their meetings remain.`)
}
