import { chatFileLimits } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import type { RoomChat, RoomChatView } from '../roomChat.ts'
import { problemText } from './fileTexts.ts'

/** Choosing pictures and files for the next message: adds those that can be sent, and says why others cannot. */
export function useAttaching(chat: RoomChat, { draft, loaded }: RoomChatView) {
	const [problem, setProblem] = useState<string>()
	const maxBytes = loaded?.state.files.maxBytes ?? 0

	function add(files: readonly File[]) {
		const problems = files.map(file => problemText(file, maxBytes))
		const accepted = files.filter((_, index) => problems[index] === undefined)
		const all = [...draft.files, ...accepted]
		const isTooMany = all.length > chatFileLimits.perMinute
		if (accepted.length > 0) chat.setDraft({ files: all.slice(0, chatFileLimits.perMinute) })
		const refused = problems.findIndex(text => text !== undefined)
		const reason = problems[refused]
		if (reason !== undefined) setProblem(m.chat_file_refused({ name: files[refused]?.name ?? '', reason }))
		else setProblem(isTooMany ? m.chat_files_many({ count: chatFileLimits.perMinute }) : undefined)
	}

	return {
		problem,
		add,
		clearProblem: () => setProblem(undefined),
		remove(file: File) {
			setProblem(undefined)
			chat.setDraft({ files: draft.files.filter(other => other !== file) })
		},
	}
}

export type Attaching = ReturnType<typeof useAttaching>
