import { directory } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers, type MemberCaller } from '../../platform/handlers.ts'
import { canUseDirectory } from './policy.ts'
import type { DirectoryService } from './service.ts'

export function directoryHttp(service: DirectoryService): CallHandlers {
	// `/corp` and `/auth` answer from the same directory (OP-099).
	const departments = async (_: object, { member }: MemberCaller) =>
		canUseDirectory(member) ? ok(await service.listDepartmentTree(member.companyId)) : refused('forbidden')
	const people = async ({ departmentNumber }: { departmentNumber: string }, { member }: MemberCaller) =>
		canUseDirectory(member) ? ok(await service.listPeople(member, departmentNumber)) : refused('forbidden')
	const search = async ({ name }: { name: string }, { member }: MemberCaller) =>
		canUseDirectory(member) ? ok(await service.searchPeople(member, name)) : refused('forbidden')

	return handlers(directory, {
		departments,
		oaDepartments: departments,
		people,
		oaPeople: people,
		search,
		oaSearch: search,
		async hosts({ displayName, name }, { member }) {
			if (!canUseDirectory(member)) return refused('forbidden')
			if (displayName !== undefined) return ok(await service.findHosts(member, { displayName }))
			if (name !== undefined) return ok(await service.findHosts(member, { name }))
			return { ...refused('invalidInput'), message: 'displayName' }
		},
	})
}
