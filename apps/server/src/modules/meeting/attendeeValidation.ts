import type { Attendees } from '@parley/api'
import { type CompanyId, ok, personalEdition, refused, type UserId } from '@parley/core'
import type { CompanyStore } from '../company/index.ts'
import type { DirectoryService } from '../directory/index.ts'
import type { Invited } from './store.ts'

const maxInvited = 1_000

export interface AttendeeValidationDeps {
	directory: Pick<DirectoryService, 'canHost' | 'findDepartmentIds'>
	companies: Pick<CompanyStore, 'find'>
}

/** The sender of the host and attendees, and the meeting's company. */
export interface ValidationScope {
	by: UserId
	companyId: CompanyId
	/** The site requires invitees (CREATE-22), except in a personal edition. */
	inviteesNeeded: boolean
}

/** Validates the host and the attendees of a meeting. */
export function createAttendeeValidation({ directory, companies }: AttendeeValidationDeps) {
	const isPersonal = async (companyId: CompanyId) => (await companies.find(companyId))?.type === personalEdition

	/** HOST-03: in a personal edition everyone hosts their own meetings (CREATE-30). */
	async function canHost({ by, companyId }: ValidationScope, hostId: UserId): Promise<boolean> {
		if (hostId !== by && (await isPersonal(companyId))) return false
		return await directory.canHost(companyId, hostId)
	}

	/** The attendees as they are stored; none means the whole company. */
	async function validateAttendees(
		{ by, companyId, inviteesNeeded }: ValidationScope,
		attendees: Attendees | undefined,
	) {
		const asked = uniqueAttendees(attendees)
		const count = asked.people.length + asked.numbers.length
		if (count > maxInvited) return refused('attendeesInvalid')
		if (count === 0) {
			const isMissing = inviteesNeeded && !(await isPersonal(companyId))
			return isMissing ? refused('attendeesNeeded') : ok<Invited>({ people: [], departmentIds: [] })
		}
		const areOthers = asked.numbers.length > 0 || asked.people.some(id => id !== by)
		if (areOthers && (await isPersonal(companyId))) return refused('attendeesInvalid')
		const departmentIds = await directory.findDepartmentIds(companyId, asked)
		return departmentIds ? ok<Invited>({ people: asked.people, departmentIds }) : refused('attendeesInvalid')
	}

	return { canHost, validateAttendees }
}
export type AttendeeValidation = ReturnType<typeof createAttendeeValidation>

const uniqueAttendees = ({ people, departments }: Attendees = { people: [], departments: [] }) => ({
	people: [...new Set(people.map(({ id }) => id))],
	numbers: [...new Set(departments.map(({ number }) => number))],
})
