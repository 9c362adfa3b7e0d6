/** Countries and their capitals, which audits of judges ask about. */
export const CAPITALS = { Italy: 'Rome', France: 'Paris', Spain: 'Madrid', Austria: 'Vienna' };
