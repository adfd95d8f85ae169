import { CompanyId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, empty, field, optional, sameOnWire, shape } from './codec.ts'

/** Answers to an invitation (CORP-04, CORP-05). */
export const invitationAction = { accept: 1, refuse: 2 } as const

/**
 * A company that invites the caller (ENT-13). Several companies of one site may invite at once, so `siteId` on the wire
 * is the id of the company.
 */
export const Invitation = shape({
	companyId: field('siteId', CompanyId),
	companyName: field('corpName', v.string()),
})
export type Invitation = ReturnType<typeof Invitation.decode>

const action = sameOnWire(
	v.pipe(
		v.union([v.picklist([1, 2]), v.picklist(['1', '2'])]),
		v.transform(wire => Number(wire)),
		v.picklist([1, 2]),
	),
)

export const company = {
	remember: call({
		route: 'POST /corp/rememberLastCorp',
		summary: 'Remembers the company the person works in now; the `corpId` header names it where the body does not.',
		who: 'member',
		accountLevel: true,
		input: shape({ companyId: optional('corpId', CompanyId) }),
		output: empty,
		refusals: {},
	}),
	invitations: call({
		route: 'GET /corp/getAllUnTreatedInvitation',
		summary: 'Companies that invite the caller and have no answer yet, the oldest invitation first.',
		who: 'member',
		input: empty,
		output: array(Invitation),
		refusals: {},
	}),
	treatInvitation: call({
		route: 'POST /corp/treatInvitation',
		summary: 'Accepts (`action` 1) or refuses (2) an invitation, once; answers the company to work in now.',
		who: 'member',
		rateLimit: { times: 30, perS: 60 },
		input: shape({ action: field('action', action), companyId: field('siteId', CompanyId) }),
		output: shape({ companyId: field('corpId', CompanyId) }),
		refusals: {},
	}),
}
