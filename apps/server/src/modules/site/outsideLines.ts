import { limits } from '@parley/core'

const outsideLine = /^([^=,]{1,20})=(https?:\/\/[^\s,]+)$/

/** The outside lines of a site; `url` has `{stream}` where the id of the stream goes. */
export const outsideLinesOf = ({ liveLines }: { liveLines: string }): { alias: string; url: string }[] =>
	(liveLines === '' ? [] : liveLines.split(',')).flatMap(line => {
		const [, alias, url] = outsideLine.exec(line.trim()) ?? []
		return alias !== undefined && url?.includes('{stream}') && URL.canParse(url) ? [{ alias: alias.trim(), url }] : []
	})

/** Returns whether every one of them can be read; the line of this server is one more. */
export const areOutsideLines = (liveLines: string): boolean => {
	const count = liveLines === '' ? 0 : liveLines.split(',').length
	return count < limits.liveLinesMax && outsideLinesOf({ liveLines }).length === count
}
