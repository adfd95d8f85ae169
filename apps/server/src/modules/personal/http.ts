import { decryptPassword, personal, personalAction } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import { presentUser, type SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { canChange } from './policy.ts'
import type { PersonalService } from './service.ts'

export interface PersonalHttpDeps {
	service: PersonalService
	sessions: Pick<SessionService, 'findOwnProfile'>
	sites: Pick<SiteService, 'find'>
	/** Maximum number of people in a meeting. */
	maxPeople: number
}

/** `type` of sites where people register themselves. */
const mixed = 2

export const personalHttp = ({ service, sessions, sites, maxPeople }: PersonalHttpDeps): CallHandlers =>
	handlers(personal, {
		async centre({ companyId }, { member, token, siteId }) {
			const [known, site] = await Promise.all([sessions.findOwnProfile(token, siteId), sites.find(siteId)])
			if (!known) return refused('signedOut')
			const own = known.companies.find(company => company.companyId === (companyId ?? member.companyId))
			if (!own) return refused('forbidden')
			return ok({
				...presentUser(known),
				userType: own.userType,
				isMasterPlatform: site.settings.type === mixed,
				// Rights do not expire on this server, so `expires` is omitted.
				rights: { maxPeople },
			})
		},
		async change({ id, action, displayName, ...sealed }, { member, siteId }) {
			if (!canChange(member, id)) return refused('forbidden')
			if (action === personalAction.displayName)
				return await service.changeDisplayName(member, siteId, displayName ?? '')
			const changed = await service.changePassword(member, {
				current: decryptOptional(sealed.encryptedCurrentPassword),
				password: decryptOptional(sealed.encryptedPassword),
				confirmation: decryptOptional(sealed.encryptedConfirmation),
			})
			return changed.ok ? { ...changed, signedIn: member.userId } : changed
		},
	})

const decryptOptional = (sealed: string | undefined) => (sealed === undefined ? undefined : decryptPassword(sealed))
