import type { AddCommands } from '../platform/command.ts'
import { addPersonCommands } from './account/commands/index.ts'
import { addCompanyCommands } from './company/commands.ts'
import { addInvitationCommands } from './invitation/commands.ts'
import { addRoomCommands } from './meetingReport/commands.ts'
import { addMessagingCommands } from './messaging/commands/index.ts'
import { addSiteCommands } from './site/commands/index.ts'
import { addSupportCommands } from './support/commands.ts'

/**
 * The commands of the nouns, in the order of `parley --help`. A command runs without the server, so it does not open its
 * noun: it makes the stores it needs with the functions the noun itself uses.
 */
export const nounCommands: readonly AddCommands[] = [
	addSiteCommands,
	addCompanyCommands,
	addInvitationCommands,
	addPersonCommands,
	addSupportCommands,
	addMessagingCommands,
	addRoomCommands,
]
