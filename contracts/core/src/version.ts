/** 6.10.0 is newer than 6.2.0: versions are compared as numbers (SOC-02). */
export function isVersionAtLeast(version: string, least: string): boolean {
	const have = version.split('.').map(Number)
	const need = least.split('.').map(Number)
	for (let i = 0; i < Math.max(have.length, need.length); i++) {
		const difference = (have[i] || 0) - (need[i] || 0)
		if (difference !== 0) return difference > 0
	}
	return true
}
