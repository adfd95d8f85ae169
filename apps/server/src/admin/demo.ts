import type { AdminContext } from './adminContext.ts'
import { type CommandResult, success } from './adminEnvironment.ts'

/** Takes the published password from the demo people, so that the server may be opened to other machines. */
export async function closeDemo(context: AdminContext): Promise<CommandResult> {
	const count = await context.removePublishedPasswords()
	if (count === 0) return success('No demo person has the published password.')
	return success(`${count} demo people have no password any more and are signed out. Their meetings are still there.`)
}
