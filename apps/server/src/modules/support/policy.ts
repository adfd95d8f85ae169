import { codePointLength, limits } from '@parley/core'

/** COMP-01, COMP-02: 1 to 200 characters, counted after cleaning. */
export const isComplaintValid = (content: string): boolean =>
	content !== '' && codePointLength(content) <= limits.complaintMax
