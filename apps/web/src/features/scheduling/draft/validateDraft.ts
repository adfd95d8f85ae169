import * as v from 'valibot'
import type { DraftErrorKey, DraftRequirements } from './draftErrors.ts'
import { type Draft, type DraftFieldName, draftFieldNames, draftFields, normalizeDraft } from './draftFields.ts'

/**
 * Validates a draft by the rules of its fields (CREATE-11 to CREATE-22); the output is the draft as it is sent. The
 * message of an issue is a `DraftErrorKey`.
 */
export const draftSchema = (requirements: DraftRequirements) =>
	v.pipe(
		v.custom<Draft>(() => true),
		v.rawCheck(({ dataset, addIssue }) => {
			if (!dataset.typed) return
			const draft = dataset.value
			for (const key of draftFieldNames) {
				const message = draftFields[key].error?.(draft, requirements)
				if (message === undefined) continue
				addIssue({ message, path: [{ type: 'object', origin: 'value', input: { ...draft }, key, value: draft[key] }] })
			}
		}),
		v.transform(normalizeDraft),
	)

export type DraftErrors = { [field in DraftFieldName]?: DraftErrorKey }

/** The errors of a draft by field; nothing where it is valid. */
export function validateDraft(draft: Draft, requirements: DraftRequirements): DraftErrors | undefined {
	const result = v.safeParse(draftSchema(requirements), draft)
	if (result.success) return undefined
	return Object.fromEntries(result.issues.map(issue => [v.getDotPath(issue), issue.message]))
}
