import {
	type AddCommands,
	type CommandContext,
	type CommandResult,
	commandGroup,
	failure,
	success,
} from '../../platform/command.ts'
import { userType } from '../../platform/commandOptions.ts'
import { findPerson } from '../account/index.ts'
import { findCompany } from '../company/index.ts'
import { findSite, siteOption } from '../site/index.ts'
import { openInvitations } from './openInvitations.ts'

/** Adds `parley company invite-person`. */
export const addInvitationCommands: AddCommands = (parley, { withContext }) => {
	const company = commandGroup(parley, 'company')
	company
		.command('invite-person <company> <person>')
		.description('invite a person with an account on the site to another company')
		.option(...siteOption)
		.option('--type <number>', 'their user type there, as for a new person', userType, 1)
		.option('--withdraw', 'withdraw the invitation instead')
		.action((company, person, { site, type, withdraw = false }) =>
			withContext(context => invitePerson(context, { company, person, site, userType: type, isWithdrawn: withdraw })),
		)
}

const refusalTexts = {
	otherSite: 'belongs to another site',
	personalEdition: 'cannot be invited to the personal edition: everyone who registers belongs to it',
	alreadyMember: 'already belongs to that company',
	alreadyInvited: 'has already been invited, and has not answered yet',
} as const

/** Invites a person with an account on the site; they answer on the page (CORP-03). */
async function invitePerson(
	context: CommandContext,
	wanted: { company: string; person: string; site: string | undefined; userType: number; isWithdrawn: boolean },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.company)
	if (!company.ok) return company
	const person = await findPerson(context, { name: wanted.person, site: wanted.site })
	if (!person.ok) return person
	const { name } = person.value
	const invitations = openInvitations(context)
	if (wanted.isWithdrawn) {
		return (await invitations.withdraw(company.value, person.value.id))
			? success(`${name} is no longer invited to "${company.value.name}".`)
			: failure(`${name} has no invitation to "${company.value.name}"`)
	}
	const invited = await invitations.invite(company.value, person.value, wanted.userType)
	if (!invited.ok) return failure(`${name} ${refusalTexts[invited.failure]}`)
	return success(`${name} is invited to "${company.value.name}" and sees the invitation in the meeting list.`)
}
