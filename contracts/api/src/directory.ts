import { UserId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, empty, field, integer, optional, shape, text } from './codec.ts'

/** Identifies a department on the wire; unique in its company. */
export const DepartmentNumber = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/))

/** A department of the caller's company (ENT-14). At the top `parentNumber` is empty and `level` is 1. */
export const Department = shape({
	id: field('groupId', v.string()),
	number: field('groupNumber', v.string()),
	name: field('groupName', v.string()),
	level: field('groupLevel', integer),
	parentNumber: field('parentNumber', v.string()),
})
export type Department = ReturnType<typeof Department.decode>

/**
 * A person of the caller's company (ENT-15). Department number and path are empty for people in no department; `gender`
 * 0 is unknown. Mobile numbers of other people are masked.
 */
export const DirectoryPerson = shape({
	id: field('userId', UserId),
	displayName: field('nickName', v.string()),
	departmentNumber: field('groupNumber', v.string()),
	departmentPath: field('groupFullName', v.string()),
	gender: field('gender', integer),
	mobile: field('mobile', v.string()),
	name: field('loginId', v.string()),
})
export type DirectoryPerson = ReturnType<typeof DirectoryPerson.decode>

/** A person who may host a meeting (ENT-16). */
export const Host = shape({
	id: field('id', UserId),
	name: field('name', v.string()),
	displayName: field('display_name', v.string()),
})
export type Host = ReturnType<typeof Host.decode>

/** Directory calls answer with code `'0'` and a list under `dataResult`, on both prefixes (API-27, OP-059, OP-099). */
const directoryCallDefaults = {
	who: 'member',
	success: 0,
	codeAsString: true,
	responseField: 'dataResult',
	refusals: {},
} as const
const departmentList = {
	...directoryCallDefaults,
	summary: 'Departments of the company of the caller, by number; 403 in the personal edition.',
	input: empty,
	output: array(Department),
} as const
const peopleOfDepartment = {
	...directoryCallDefaults,
	summary: 'People who are in one department itself, by display name; at most a thousand.',
	input: shape({ departmentNumber: field('groupNumber', DepartmentNumber) }),
	output: array(DirectoryPerson),
} as const
const peopleByName = {
	...directoryCallDefaults,
	summary: 'People of the company by a part of their display name or the beginning of their login name; at most fifty.',
	rateLimit: { times: 60, perS: 60 },
	input: shape({ name: field('name', text(100)) }),
	output: array(DirectoryPerson),
} as const

/** Departments and people of a company. The prefix is `/auth` on OA sites and `/corp` on all others (OP-099). */
export const directory = {
	departments: call({
		...departmentList,
		route: 'GET /corp/departmentList',
	}),
	oaDepartments: call({
		...departmentList,
		route: 'GET /auth/departmentList',
	}),
	people: call({
		...peopleOfDepartment,
		route: 'POST /corp/getUserInfoByDeptId',
	}),
	oaPeople: call({
		...peopleOfDepartment,
		route: 'POST /auth/getUserInfoByDeptId',
	}),
	search: call({
		...peopleByName,
		route: 'POST /corp/getGroupUserInfo',
	}),
	oaSearch: call({
		...peopleByName,
		route: 'POST /auth/getGroupUserInfo',
	}),
	hosts: call({
		route: 'GET /meeting/users/getHostUser',
		summary: 'Who may host: `displayName` searches, `name` says whether that login name is there (OP-100).',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ displayName: optional('displayName', text(100)), name: optional('name', text(100)) }),
		output: array(Host),
		refusals: {},
	}),
}
