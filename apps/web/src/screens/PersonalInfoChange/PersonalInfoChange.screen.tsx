import { cleanText, displayNameWhileTyping, limits } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { changeDisplayName, displayNameSchema, isNameLocked, RequireMember } from '../../features/personal/index.ts'
import { type MemberSession, updateMember } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { FormPage, useCallForm, useLeaveQuestion } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { filterInput, LiveRegion, TextField, toast } from '../../ui/index.ts'

export const title = () => m.personal_info_title()

/** /MeetingList/Personal/PersonalInfoChange: the display name (PERS-16). */
export function PersonalInfoChange() {
	const back = useBack('/MeetingList/Personal')
	return (
		<RequireMember title={m.personal_info_title()} onBack={back}>
			{({ user }) => <DisplayNameForm user={user} onBack={back} />}
		</RequireMember>
	)
}

function DisplayNameForm({ user, onBack }: { user: MemberSession['user']; onBack(): void }) {
	const navigate = useNavigate()
	const isLocked = useSite(site => isNameLocked(user, site.info))
	const [removedEmoji, setRemovedEmoji] = useState('')
	const form = useCallForm({
		defaultValues: { displayName: user.displayName },
		schema: displayNameSchema,
		async send({ displayName }) {
			const changed = await changeDisplayName(user, displayName, callApi)
			if (!changed.ok && changed.failure.type === 'nameInvalid') resetName()
			return changed.ok ? { ok: true, value: displayName } : changed
		},
		onDone(displayName) {
			updateMember({ ...user, displayName })
			toast.show(m.personal_name_done(), { tone: 'ok' })
			leaving.allow()
			onBack()
		},
		onInvalid(error) {
			resetName()
			form.setError(error)
		},
	})
	const { displayName } = form.values
	const isChanged = !isLocked && cleanText(displayName) !== user.displayName
	const leaving = useLeaveQuestion({ isChanged, onBack, text: m.personal_name_discard() })
	const hint = isLocked
		? m.personal_name_locked()
		: removedEmoji
			? m.common_emoji_removed({ removed: removedEmoji })
			: m.personal_name_hint()

	/** PERS-17 */
	function resetName() {
		form.change({ displayName: user.displayName })
	}

	return (
		<FormPage
			title={m.personal_info_title()}
			top={44}
			onBack={leaving.onBack}
			submit={{
				label: m.personal_name_save(),
				isReady: isChanged,
				busy: form.isSubmitting && m.personal_name_saving(),
				onSubmit: form.submit,
			}}
			error={form.error}
			remedies={{ signIn: () => void navigate({ to: '/Login' }), reload: () => window.location.reload() }}
		>
			<TextField
				label={m.personal_user_name()}
				hint={m.personal_user_name_fixed()}
				name="user-name"
				value={user.name}
				readOnly
			/>
			<TextField
				label={m.personal_display_name()}
				hint={hint}
				error={form.errorAt('displayName')}
				name="display-name"
				autoComplete="name"
				enterKeyHint="done"
				disabled={isLocked}
				maxCharacters={limits.displayNameMax}
				counter={!isLocked}
				clearLabel={isLocked ? undefined : m.personal_name_clear()}
				value={displayName}
				{...filterInput(displayNameWhileTyping, setRemovedEmoji)}
				onChange={event => form.change({ displayName: event.target.value })}
			/>
			{leaving.question}
			<LiveRegion>{removedEmoji && m.common_emoji_removed({ removed: removedEmoji })}</LiveRegion>
		</FormPage>
	)
}

export { PersonalInfoChange as Screen }
