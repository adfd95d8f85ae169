import { codePointLength, limits } from '@parley/core'

/** COMP-01, COMP-02: something, and at most 200 characters of it; cleaned before. */
export const isComplaintValid = (content: string): boolean =>
	content !== '' && codePointLength(content) <= limits.complaintMax
