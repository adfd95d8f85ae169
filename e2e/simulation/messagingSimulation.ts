import { makePlan, type Plan } from './plan.ts'
import { simulate } from './simulation.ts'

/** Messaging: the SDK, a network and the servers of chats. */
export const messagingSimulation = {
	makePlan,
	simulate,
	castText({ cast: { people, groups, nodes } }: Plan): string {
		const groupTexts = groups.map(({ kind, members }) => `${kind} of ${members.join(' ')}`)
		return `${people} people, ${nodes} node${nodes === 1 ? '' : 's'}, ${groupTexts.join(', ')}`
	},
}
