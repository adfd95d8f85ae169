import { defaults } from './limits.ts'

/** Login names for an account known by its number only, in order of preference; the first may be taken by a chosen name (REG-01). */
export function loginNamesFor({ areaCode, mobile }: { areaCode: string; mobile: string }): [string, ...string[]] {
	const full = `${areaCode}-${mobile}`
	return areaCode === defaults.areaCode ? [mobile, full] : [full]
}
