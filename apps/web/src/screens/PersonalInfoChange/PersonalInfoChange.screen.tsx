import { cleanText, displayNameWhileTyping, limits } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import { FormPage, useFlow } from '../../features/account/index.ts'
import {
	isNameLocked,
	type Member,
	MembersOnly,
	type RenameSaying,
	rename,
	renameSentence,
} from '../../features/personal/index.ts'
import { updateMember } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { Aloud, TextField, toast, whileTyping } from '../../ui/index.ts'

export const title = () => m.personal_info_title()

/** /MeetingList/Personal/PersonalInfoChange: the name others see (PERS-16). */
export function PersonalInfoChange() {
	const back = useBack('/MeetingList/Personal')
	return (
		<MembersOnly title={m.personal_info_title()} onBack={back}>
			{({ user }) => <NameForm user={user} onBack={back} />}
		</MembersOnly>
	)
}

function NameForm({ user, onBack }: { user: Member['user']; onBack(): void }) {
	const navigate = useNavigate()
	const isLocked = useSite(site => isNameLocked(user, site.info))
	const flow = useFlow<RenameSaying>()
	const [name, setName] = useState(user.displayName)
	const [tookEmoji, setTookEmoji] = useState(false)
	const { why } = flow
	const sentence = why && renameSentence(why)
	const hint = isLocked ? m.personal_name_locked() : tookEmoji ? m.common_no_emoji() : m.personal_name_hint()

	async function send() {
		const renamed = await rename(user, name, callApi)
		// PERS-17
		if (!renamed.ok && renamed.failure.says === 'noName') setName(user.displayName)
		return renamed
	}

	function submit() {
		void flow.run(send, displayName => {
			updateMember({ ...user, displayName })
			toast.show(m.personal_name_done(), { tone: 'ok' })
			onBack()
		})
	}

	return (
		<FormPage
			title={m.personal_info_title()}
			top={44}
			onBack={onBack}
			submit={{
				label: m.personal_name_save(),
				isReady: !isLocked && cleanText(name) !== user.displayName,
				busy: flow.isAsking && m.personal_name_saving(),
				onSubmit: submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{ 'sign-in': () => void navigate({ to: '/Login' }), reload: () => window.location.reload() }}
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
				error={why?.field === 'name' ? sentence : undefined}
				name="display-name"
				autoComplete="name"
				enterKeyHint="done"
				disabled={isLocked}
				maxLength={limits.displayNameMax}
				counter={!isLocked}
				clearLabel={isLocked ? undefined : m.personal_name_clear()}
				value={name}
				{...whileTyping(displayNameWhileTyping, setTookEmoji)}
				onChange={event => {
					flow.rest()
					setName(event.target.value)
				}}
			/>
			<Aloud>{tookEmoji && m.common_no_emoji()}</Aloud>
		</FormPage>
	)
}

export { PersonalInfoChange as Screen }
