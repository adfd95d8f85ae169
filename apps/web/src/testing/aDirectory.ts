import type { Department, DirectoryPerson } from '@parley/api'

/** A department, at the top without a parent number. */
export const aDepartment = (number: string, parentNumber = '', name = `Department ${number}`): Department => ({
	id: `d${number}`,
	number,
	name,
	level: parentNumber === '' ? 1 : 2,
	parentNumber,
})

/** A person of a department, or of none. */
export const aColleague = (id: string, departmentNumber = '', displayName = `Person ${id}`): DirectoryPerson => ({
	id: id as DirectoryPerson['id'],
	displayName,
	departmentNumber,
	departmentPath: departmentNumber && `Department ${departmentNumber}`,
	gender: 0,
	mobile: '',
	name: `login.${id}`,
})
