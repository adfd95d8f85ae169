import { directory } from '@parley/api'

/** OP-099, MEMB-14: sites of the OA kind are asked by `/auth`, all others by `/corp`. */
export const getDirectoryCalls = (isOa: boolean) =>
	isOa
		? { departments: directory.oaDepartments, people: directory.oaPeople, search: directory.oaSearch }
		: { departments: directory.departments, people: directory.people, search: directory.search }
