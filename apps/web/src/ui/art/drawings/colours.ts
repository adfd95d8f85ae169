export const glow = 'var(--glow)'
export const paper = 'var(--surface)'
