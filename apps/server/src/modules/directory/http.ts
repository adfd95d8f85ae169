import { directory } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers, type MemberCaller } from '../../platform/handlers.ts'
import { mayLookUp } from './policy.ts'
import type { DirectoryService } from './service.ts'

export function directoryHttp(service: DirectoryService): CallHandlers {
	// Both prefixes are the same directory (OP-099).
	const departments = async (_: object, { member }: MemberCaller) =>
		mayLookUp(member) ? ok(await service.departments(member.companyId)) : refused('forbidden')
	const people = async ({ departmentNumber }: { departmentNumber: string }, { member }: MemberCaller) =>
		mayLookUp(member) ? ok(await service.people(member, departmentNumber)) : refused('forbidden')
	const search = async ({ name }: { name: string }, { member }: MemberCaller) =>
		mayLookUp(member) ? ok(await service.search(member, name)) : refused('forbidden')

	return handlers(directory, {
		departments,
		oaDepartments: departments,
		people,
		oaPeople: people,
		search,
		oaSearch: search,
		async hosts({ displayName, name }, { member }) {
			if (!mayLookUp(member)) return refused('forbidden')
			if (displayName !== undefined) return ok(await service.hosts(member, { displayName }))
			if (name !== undefined) return ok(await service.hosts(member, { name }))
			return { ...refused('invalidInput'), message: 'displayName' }
		},
	})
}
