import type { DefinitionName } from '@parley/core'
import { m } from '../../locales/index.ts'

const labels: Record<DefinitionName, () => string> = {
	source: () => m.live_definition_source(),
	fhd: () => m.live_definition_fhd(),
	hd: () => m.live_definition_hd(),
	sd: () => m.live_definition_sd(),
	fluent: () => m.live_definition_fluent(),
	audio: () => m.live_soundOnly(),
}

/** The name of a definition, for viewers and at the host's desk. */
export const definitionLabel = (name: DefinitionName): string => labels[name]()
